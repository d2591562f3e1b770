# slurm.sh - 64 variants as an array of a real slurmctld and slurmd on this machine: the results are those of a local run, a
# killed collector loses nothing, and a task that fails is told. Skipped where there is no Slurm, or no right to start it.
. "$(dirname "$0")/common.sh"
PATH=$PATH:/usr/sbin
for tool in slurmctld slurmd sbatch squeue; do
    command -v $tool >/dev/null || { echo "skipped: no $tool here (Debian: slurmctld, slurmd, slurm-client)"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo 'skipped: only root can start slurmd'; exit 77; }
here=$PWD host=$(hostname -s)
mkdir state spool
base=$((20000 + $$ % 20000))
cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
ReturnToService=2
SlurmctldPort=$base
SlurmdPort=$((base + 1))
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.pid
SlurmctldLogFile=$here/slurmctld.log
SlurmdLogFile=$here/slurmd.log
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=10 State=UP OverSubscribe=FORCE:4
END
export SLURM_CONF=$here/slurm.conf
slurmctld -D >ctld.out 2>&1 & ctld=$!
slurmd -D >d.out 2>&1 & d=$!
trap 'kill $ctld $d 2>/dev/null; wait 2>/dev/null || true' EXIT
waited=0
until sinfo -h -o %T 2>/dev/null | grep -q idle; do
    waited=$((waited + 1))
    [ $waited -lt 100 ] || { echo "skipped: Slurm does not start here: $(tail -3 slurmctld.log slurmd.log)"; exit 77; }
    sleep 0.2
done

cat >p.lua <<END
range("a", 1, 8)
range("b", 1, 8)
build("echo b{a} >>$here/builds; echo {a} >made")
run("test -f made; echo r{a}.{b} >>$here/runs; [ {a}{b} -ne 77 ] && echo value: {a}{b}", {warmup = 0, repeats = 2})
minimise {output = "value: (%S+)"}
END
sed 's/p.lua/local.lua/' p.lua >local.lua
instr-tune run local.lua >/dev/null 2>&1
instr-tune export local.lua >local.csv
rm builds runs

# The collector is killed while the array runs; the next one takes over.
instr-tune run --slurm p.lua >said 2>&1 & tune=$!
waited=0
until [ -s runs ]; do
    waited=$((waited + 1))
    [ $waited -lt 300 ] || fail "no task runs: $(cat said) $(squeue) $(cat p.results/slurm/*/*/log)"
    sleep 0.1
done
kill -9 $tune
wait $tune 2>/dev/null || true
instr-tune run --slurm='--time=5' p.lua >said 2>told || fail "run --slurm: $(cat told)"
grep -q '64 variants in the library, 63 measured, 1 failed' said || fail "run --slurm: $(cat said told)"
instr-tune export p.lua | sort >slurm.csv
sort local.csv | diff - slurm.csv || fail 'the results are not those of a local run'
[ "$(sort builds | uniq -c | awk '$1 != 1' | wc -l)" -eq 0 ] || fail "built twice: $(sort builds | uniq -c)"
[ "$(grep -c . runs)" -eq 127 ] || fail "$(grep -c . runs) runs, not 127"
[ ! -d p.results/slurm ] || [ -z "$(ls p.results/slurm)" ] || fail "it leaves $(ls p.results/slurm)"

# Arguments that sbatch does not take.
sed 's/range("b", 1, 8)/range("b", 1, 9)/' p.lua >q && mv q p.lua
instr-tune run --slurm=--partition=nosuch p.lua >said 2>told && fail 'a partition that is not there'
grep -q 'sbatch did not take the job' told || fail "a partition that is not there: $(cat told)"
instr-tune run --slurm p.lua >said 2>told || fail "run --slurm again: $(cat told)"
grep -q '72 variants in the library, 71 measured, 1 failed' said || fail "run --slurm again: $(cat said)"
