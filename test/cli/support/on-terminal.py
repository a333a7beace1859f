"""Runs a program on a terminal of its own, types an answer each time it asks, and tells what was seen as JSON."""
import json, os, pty, select, sys, time

request = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(request["cwd"])
    os.execve(request["argv"][0], request["argv"], request["env"])

seen = b""
answers = list(request["answers"])
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
    if answers and seen.count(request["prompt"].encode()) > len(request["answers"]) - len(answers):
        os.write(terminal, answers.pop(0).encode())

_, status = os.waitpid(pid, 0)
json.dump({"code": os.waitstatus_to_exitcode(status), "seen": seen.decode("utf-8", "replace")}, sys.stdout)
