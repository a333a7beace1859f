"""Runs a program on a terminal of its own and acts out steps on it; tells what was seen and how it ended as JSON.

A step waits until its text was seen since the last step, then pauses, types, or sends a signal, or hangs up.
"""
import fcntl, json, os, pty, select, signal, struct, sys, termios, time

request = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(request["cwd"])
    os.execve(request["argv"][0], request["argv"], request["env"])

rows, columns = request.get("size", [24, 80])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
before = termios.tcgetattr(terminal)
seen, mark, steps = b"", 0, list(request["steps"])
deadline = time.monotonic() + request.get("seconds", 30)
status, hung = None, False
while time.monotonic() < deadline and status is None:
    if steps and steps[0].get("see", "").encode() in seen[mark:]:
        step = steps.pop(0)
        if "see" in step:
            mark = seen.index(step["see"].encode(), mark) + len(step["see"].encode())
        time.sleep(step.get("pause", 0))
        if "type" in step:
            os.write(terminal, step["type"].encode())
        if "signal" in step:
            os.kill(pid, getattr(signal, step["signal"]))
        if step.get("hangup"):
            os.close(terminal)
            hung = True
        continue
    if not hung:
        ready, _, _ = select.select([terminal], [], [], 0.05)
        if ready:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                pass
    else:
        time.sleep(0.05)
    done, code = os.waitpid(pid, os.WNOHANG)
    if done == pid:
        status = code
        after = None if hung else termios.tcgetattr(terminal)
while not hung:
    ready, _, _ = select.select([terminal], [], [], 0.1)
    try:
        data = os.read(terminal, 65536) if ready else b""
    except OSError:
        data = b""
    if not data:
        break
    seen += data
late = status is None
if late:
    os.kill(pid, signal.SIGKILL)
    status = os.waitpid(pid, 0)[1]
    after = None
json.dump({
    "code": os.waitstatus_to_exitcode(status),
    "seen": seen.decode("utf-8", "replace"),
    "restored": after is not None and after[:4] == before[:4],
    "late": late,
}, sys.stdout)
