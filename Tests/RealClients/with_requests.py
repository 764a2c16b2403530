"""Gets each address once with requests, and prints what it saw."""
import sys
import requests

session = requests.Session()
session.trust_env = False
for address in sys.argv[1:]:
    try:
        # It is the time for each read: a byte comes each second.
        answer = session.get(address, timeout=0.8 if address.endswith("dribbled") else 3)
        seen = str(answer.status_code)
        hint = answer.headers.get("Retry-After")
        seen += f" after {hint}" if hint else ""
    except requests.RequestException as error:
        seen = "timed out" if "timed out" in str(error) else type(error).__name__
    print(address.rsplit("/", 1)[1], seen, file=sys.stderr)
