"""Gets each address once with http.client, and prints what it saw."""
import http.client
import sys
import urllib.parse

for address in sys.argv[1:]:
    url = urllib.parse.urlsplit(address)
    # It is the time for each read: a byte comes each second.
    patience = 0.8 if url.path == "/dribbled" else 3
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=patience)
    try:
        connection.request("GET", url.path)
        answer = connection.getresponse()
        answer.read()
        seen = str(answer.status)
        hint = answer.getheader("Retry-After")
        seen += f" after {hint}" if hint else ""
    except Exception as error:
        seen = type(error).__name__
    finally:
        connection.close()
    print(url.path[1:], seen, file=sys.stderr)
