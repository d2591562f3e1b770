# batch.sh PAGE - the job script of the page, with SIGTERM as Slurm sends it: all that the ranks of two nodes measured is in one
# profile. And jobs of an array with one fixed name: all profiles are there.
unset PBS_JOBID LSB_JOBID JOB_ID COBALT_JOBID PJM_JOBID FLUX_JOB_ID SLURM_PROCID
mkdir store bin
export INSTR_TMPDIR="$PWD/store" SLURM_JOB_ID=7 SLURM_NNODES=2
cat >program.c <<'END'
#include <stdio.h>
#include <unistd.h>
__attribute__((noinline)) static void work(void) { __asm__ volatile(""); }
int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < 5; i++)
        work();
    if (argc == 1) {
        fclose(fopen(getenv("SLURM_PROCID"), "w"));
        pause();
    }
    return 0;
}
END
instr-cc gcc -include stdlib.h -O1 -o program program.c

# Four tasks, or as many as are asked for; SIGTERM is theirs.
cat >bin/srun <<'END'
#!/bin/bash
tasks=4
while [[ $1 == --* ]]; do [[ $1 != --ntasks=* ]] || tasks=${1#*=}; shift; done
trap 'kill -TERM $all' TERM
for ((i = 0; i < tasks; i++)); do SLURM_PROCID=rank$i "$@" & all+=" $!"; done
wait $all
wait $all
END
chmod +x bin/srun
sed -n '/^    #!/,/^$/s/^    //p' "$1" >job.sh
[ -s job.sh ] || fail 'the page has no script'
PATH="$PWD/bin:$PATH" bash job.sh >job.log 2>&1 &
job=$!
for rank in 0 1 2 3; do
    while [ ! -e rank$rank ]; do kill -0 $job 2>/dev/null || fail "$(cat job.log)"; sleep 0.05; done
done
kill -TERM $job
wait $job || true
[ -e program.7.instr ] || fail "nothing merged: $(cat job.log; ls)"
calls=$(instr-report flat --csv program.7.instr | awk -F, '$1 == "work" { c += $5 } END { print c + 0 }')
[ "$calls" = 20 ] || fail "$calls calls of 20: $(cat job.log)"
[ -z "$(find store -name '*.map')" ] || fail "stores are left: $(ls store)"

for id in 11 12 13; do SLURM_JOB_ID=$id INSTR_OUTPUT=fixed.instr ./program end 2>>array.log; done
[ "$(echo fixed*.instr)" = 'fixed-12.instr fixed-13.instr fixed.instr' ] || fail "of three jobs there are: $(echo fixed*.instr)"
[ "$(grep -c '%j in INSTR_OUTPUT' array.log)" = 2 ] || fail "not said: $(cat array.log)"
