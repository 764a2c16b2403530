print("RetryLab")
