#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A sweep as an array of jobs for Slurm: every job does one part, and the last step puts the parts together.
#
#   jobs=$(sbatch --parsable examples/sweep-array.sh)
#   sbatch --dependency=afterok:"$jobs" --wrap "oopss merge chaos-*-of-4.h5 -o chaos.h5"
#
# A job that was killed or ran out of time goes on where it was when it is submitted again: sbatch --array=3 …
#SBATCH --job-name=oopss-sweep
#SBATCH --array=1-4
#SBATCH --cpus-per-task=2
#SBATCH --time=01:00:00
set -eu
parts=4 # as many as --array counts to
part=$SLURM_ARRAY_TASK_ID
exec "${OOPSS:-oopss}" sweep three-body \
  --set 'start.rates={}' --set start.energy=9 --set 'start.direction={pin1=1,pin2=-1}' \
  --vary start.angles.pin1=-180deg:180deg:"${OOPSS_CELLS:-256}" --vary start.angles.pin2=-180deg:180deg:"${OOPSS_CELLS:-256}" \
  --until "${OOPSS_UNTIL:-500}" --tolerance 1e-8 --observe exponent \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --part "$part/$parts" --resume --quiet -o "chaos-$part-of-$parts.h5"
