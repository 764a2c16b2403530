"""Calls a server that may have few descriptors in waves of many connections, and tells what became of it.

waves.py DESCRIPTORS CONNECTIONS PROGRAM FILE
"""
import http.client
import json
import os
import resource
import signal
import socket
import struct
import subprocess
import sys

descriptors, connections = int(sys.argv[1]), int(sys.argv[2])


def few():
    # Whatever started this program may ignore or block it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    hard = min(descriptors, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(64, hard), hard))


server = subprocess.Popen(
    [sys.argv[3], "listen", sys.argv[4], "--port", "0"], preexec_fn=few,
    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
port = int(server.stderr.readline().split(":")[2].split("/")[0])


def memory():
    with open(f"/proc/{server.pid}/status") as status:
        lines = [line.split() for line in status if line.startswith("VmHWM")]
    return int(lines[0][1]) * 1024


def processor():
    with open(f"/proc/{server.pid}/stat") as stat:
        words = stat.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def answer():
    client = http.client.HTTPConnection("127.0.0.1", port)
    client.request("GET", "/fetch", headers={"Connection": "close"})
    return client.getresponse().status


def opened():
    connection = socket.socket()
    connection.setblocking(False)
    # A reset at the end, since each port that waits would be missing in a later wave.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.connect_ex(("127.0.0.1", port))
    return connection


texts = [b"", b"GET /fetch HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /fetch HTTP/1.1\r\nHo", b"\0\1\2\r\n\r\n"]
# As many as this program may have open itself.
wave = min(500, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 50)
first, before = answer(), memory()
made, answers = 0, []
while made < connections:
    sockets = [opened() for _ in range(min(wave, connections - made))]
    for index, connection in enumerate(sockets):
        try:
            connection.send(texts[(made + index) % len(texts)])
        except OSError:
            pass
    made += len(sockets)
    for connection in sockets:
        connection.close()
    if made % (20 * wave) == 0:
        answers.append(answer())
answers.append(answer())


def busy():
    """The share of a second in which the server works while others wait that it has no descriptors for."""
    client = http.client.HTTPConnection("127.0.0.1", port)
    client.connect()
    sockets = [opened() for _ in range(wave)]
    for connection in sockets:
        try:
            connection.send(texts[2])
        except OSError:
            pass
    start = processor()
    client.request("GET", "/slow")
    client.getresponse().read()
    share = processor() - start
    for connection in sockets:
        connection.close()
    return share


share = busy()
result = {
    "made": made, "answers": sorted({first, *answers}), "growth": memory() - before,
    "descriptors": len(os.listdir(f"/proc/{server.pid}/fd")), "processor": processor(), "busy": share,
}
server.send_signal(signal.SIGINT)
result["code"] = server.wait()
print(json.dumps(result))
