#!/bin/sh
#SBATCH --job-name=grundy
#SBATCH --nodes=8
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=8
#SBATCH --mem=0
#SBATCH --time=24:00:00
#SBATCH --requeue
# sbatch slurm.sh graph /data/big.bin
#
# A process on each node, a worker on each of its processors. GRAPH and FOLDER are on a file system that all nodes
# share. When a node dies, the job ends; `--requeue`, or the same command again, goes on from the last checkpoint
# on the same number of nodes.
set -eu
folder=${FOLDER:-$SLURM_SUBMIT_DIR/grundy-run}
port=${PORT:-24200}
mkdir -p "$folder"
scontrol show hostnames "$SLURM_JOB_NODELIST" | sed "s/\$/:$port/" > "$folder/hosts.$SLURM_JOB_ID"
export folder
exec srun --kill-on-bad-exit=1 sh -c '
    exec grundy cluster run --hosts "$folder/hosts.$SLURM_JOB_ID" --process "$SLURM_PROCID" \
        --workers "${SLURM_CPUS_PER_TASK:-1}" --patience 5m \
        --checkpoint "$folder/checkpoints" --checkpoint-every 5m --output "$folder/solution" -- "$@"
' grundy "$@"
