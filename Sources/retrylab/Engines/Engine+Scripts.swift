import Workbench

// What each engine is told, in its own language.

extension Engine {
  /// Runs lines on a cluster of Dask, which repeats what a lost worker had begun.
  static let daskScript = """
    import subprocess
    import sys
    from dask.distributed import Client

    # Wrong input stays wrong, so that trying again is of no use.
    FINAL = {0, 64, 65, 66}


    def run(line):
        code = subprocess.run(["sh", "-c", line]).returncode
        if code not in FINAL:
            raise RuntimeError(f"exit code {code}: {line}")
        return code


    if __name__ == "__main__":
        lines = sys.stdin.read().splitlines()
        with Client(*sys.argv[1:2]) as client:
            codes = client.gather(client.map(run, lines, key=lines, retries=3))
        sys.exit(max(codes, default=0))

    """

  /// Runs each line as a task of a Slurm array.
  static func slurmScript(_ count: Int, in folder: String) -> String {
    """
    #!/bin/sh
    #SBATCH --job-name=retrylab
    #SBATCH --array=1-\(count)
    #SBATCH --cpus-per-task=1
    #SBATCH --requeue
    #SBATCH --output=/dev/null
    exec sh -c "$(sed -n "${SLURM_ARRAY_TASK_ID}p" \(Shell.quoted("\(folder)/commands")))"

    """
  }

  /// Runs each line as an index of a Job of Kubernetes, on a volume that holds the folder of the text.
  static func kubernetesManifest(_ count: Int, in folder: String) -> String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: retrylab
    spec:
      completionMode: Indexed
      completions: \(count)
      parallelism: \(count)
      backoffLimitPerIndex: 3
      podFailurePolicy:
        rules:
          # Wrong input stays wrong, so that trying again is of no use.
          - action: FailJob
            onExitCodes:
              operator: In
              values: [64, 65, 66]
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: retrylab
              image: retrylab:\(Version.current)
              workingDir: /work
              command: ["sh", "-c"]
              args:
                - exec sh -c "$(sed -n "$((JOB_COMPLETION_INDEX + 1))p" \(Shell.quoted("\(folder)/commands")))"
              resources:
                requests:
                  cpu: "1"
                  memory: 256Mi
              volumeMounts:
                - name: work
                  mountPath: /work
          volumes:
            - name: work
              persistentVolumeClaim:
                claimName: retrylab

    """
  }

  /// Builds the image of the Job in a checkout of the project.
  static let containerRecipe = """
    FROM swift:6.2 AS build
    RUN apt-get update && apt-get install -y libedit-dev libyaml-dev
    COPY . /source
    WORKDIR /source
    RUN swift build -c release --product retrylab --static-swift-stdlib

    FROM debian:stable-slim
    RUN apt-get update && apt-get install -y libedit2 libyaml-0-2
    COPY --from=build /source/.build/release/retrylab /usr/local/bin/
    ENTRYPOINT ["retrylab"]

    """
}
