"""Runs a program on a terminal of its own, types an answer when asked, and tells what was seen as JSON."""
import json, os, pty, select, sys, time

request = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(request["cwd"])
    os.execve(request["argv"][0], request["argv"], request["env"])

seen = b""
typed = False
deadline = time.monotonic() + 30
while time.monotonic() < deadline:
    ready, _, _ = select.select([terminal], [], [], 0.2)
    if not ready:
        continue
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    seen += data
    if not typed and request["prompt"].encode() in seen:
        typed = True
        os.write(terminal, request["answer"].encode())

_, status = os.waitpid(pid, 0)
json.dump({"code": os.waitstatus_to_exitcode(status), "seen": seen.decode("utf-8", "replace")}, sys.stdout)
