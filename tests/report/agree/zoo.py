"""zoo.py - makes the profiles that the rules are held against: what programs of many kinds leave, and what the tests' own makers write.

Each is a function with a name; it gets a folder of its own and returns its profiles. What a machine can't make, as MPI where there is
none, is left out and said. Programs are in programs/, and take less than a tenth of a second each."""
import os
import shutil
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, 'programs')
ROOT = os.path.abspath(os.path.join(HERE, '..', '..', '..'))
MPI = {'openmpi': ('mpicc.openmpi', 'mpirun.openmpi'), 'mpich': ('mpicc.mpich', 'mpirun.mpich')}
AS_ROOT = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1', 'OMPI_MCA_rmaps_base_oversubscribe': '1',
           'OMPI_MCA_btl_vader_single_copy_mechanism': 'none', 'OMPI_MCA_plm_rsh_agent': 'true'}
ONLY_MAIN = 'SCOREP_REGION_NAMES_BEGIN\nEXCLUDE *\nINCLUDE main\nSCOREP_REGION_NAMES_END\n'
NOT_TINY = 'SCOREP_REGION_NAMES_BEGIN\nEXCLUDE cell fib\nSCOREP_REGION_NAMES_END\n'


class Zoo:
    def __init__(self, build, folder, short):
        self.build, self.folder, self.short = build, folder, short
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith('INSTR_')}
        self.environment.update(AS_ROOT, PATH=f'{build}/bin:{os.environ["PATH"]}', OMP_NUM_THREADS='2',
                                INSTR_LIBDIR=f'{build}/lib', INSTR_TMPDIR=os.path.join(folder, 'store'))
        os.makedirs(os.path.join(folder, 'store'), exist_ok=True)
        self.profiles = {} # by name: the file
        self.logs = {} # of programs that print their table themselves
        self.left_out = []

    def run(self, command, status=0, **more):
        done = subprocess.run(command, cwd=self.folder, env={**self.environment, **more}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=300)
        if status is not None and done.returncode != status:
            raise RuntimeError(f'{" ".join(command)}: {done.returncode}: {done.stdout.decode(errors="replace")[-400:]}')
        return done.stdout.decode(errors='replace')

    def compile(self, program, source, *options, compiler='gcc', own=()):
        self.run(['instr-cc', *own, compiler, '-O1', '-pthread', '-o', program, os.path.join(PROGRAMS, source), *options])

    def keep(self, name, *command, status=0, launcher=(), **settings):
        """Runs it, and keeps its profile under that name."""
        file = os.path.join(self.folder, f'{name}.instr')
        self.run([*launcher, f'./{command[0]}', *command[1:]], status, INSTR_OUTPUT=file, **settings)
        return self.take(name)

    def print(self, name, *command, launcher=(), **settings):
        """Runs it so that it prints its table."""
        text = self.run([*launcher, f'./{command[0]}', *command[1:]], INSTR_OUTPUT='Log', **settings)
        self.logs[name] = f'{name}.log'
        with open(os.path.join(self.folder, f'{name}.log'), 'w', encoding='utf-8') as file:
            file.write(text)

    def take(self, name):
        file = f'{name}.instr'
        if not os.path.exists(os.path.join(self.folder, file)):
            raise RuntimeError(f'{name}: no profile')
        self.profiles[name] = file
        return file

    def report(self, *arguments, **more):
        return self.run(['instr-report', *arguments], **more)


def make_plain(zoo):
    zoo.compile('plain', 'plain.c')
    for timing in 'adaptive', 'exact':
        zoo.keep(f'plain-{timing}', 'plain', 'work', INSTR_TIMING=timing)
    zoo.keep('plain-looked-at', 'plain', 'work', '15')
    for timing in 'adaptive', 'exact':
        zoo.print(f'log-{timing}', 'plain', 'work', '5', INSTR_TIMING=timing)
    zoo.keep('nothing', 'plain', 'nothing')
    zoo.keep('deep', 'plain', 'deep', '400', INSTR_TIMING='exact')
    zoo.keep('tiny-exact', 'plain', 'work', INSTR_TIMING='exact', INSTR_OBSERVER='off')
    with open(os.path.join(zoo.folder, 'only-main.filter'), 'w') as file:
        file.write(ONLY_MAIN)
    with open(os.path.join(zoo.folder, 'not-tiny.filter'), 'w') as file:
        file.write(NOT_TINY)
    zoo.keep('filtered', 'plain', 'work', INSTR_FILTER='not-tiny.filter')
    if zoo.short:
        return
    zoo.keep('deep-adaptive', 'plain', 'deep', '3000')
    zoo.keep('plain-guessed', 'plain', 'work', INSTR_OBSERVER='off')
    zoo.keep('plain-metrics', 'plain', 'work', INSTR_METRICS='os')
    zoo.keep('plain-again', 'plain', 'work')
    zoo.keep('plain-cpu', 'plain', 'work', INSTR_CLOCK='process')
    zoo.keep('traced', 'plain', 'work', INSTR_TRACE='output=' + os.path.join(zoo.folder, 'traced.trace'))
    zoo.compile('only-main', 'plain.c', own=['--instr-filter=only-main.filter'])
    zoo.keep('only-main', 'only-main', 'work')
    zoo.compile('built-filtered', 'plain.c', own=['--instr-filter=not-tiny.filter'])
    zoo.keep('built-filtered', 'built-filtered', 'work')
    zoo.compile('fine', 'plain.c', own=['--instr-level=3'])
    zoo.keep('levels', 'fine', 'work')
    zoo.compile('outside', 'plain.c', '-DOUTSIDE')
    zoo.keep('no-main', 'outside', 'work')
    zoo.keep('no-main-exact', 'outside', 'work', INSTR_TIMING='exact')


def make_killed(zoo):
    zoo.compile('plain', 'plain.c')
    for timing in 'adaptive', 'exact':
        zoo.run(['./plain', 'kill'], -signal.SIGKILL, INSTR_OUTPUT=os.path.join(zoo.folder, f'killed-{timing}.instr'),
                INSTR_TIMING=timing)
    stores = [os.path.join('store', file) for file in sorted(os.listdir(os.path.join(zoo.folder, 'store')))
              if file.endswith('.map')]
    zoo.report('recover', *stores)
    for timing in 'adaptive', 'exact':
        zoo.take(f'killed-{timing}')


def make_merged(zoo):
    """Of several runs, and of a parent and its children."""
    zoo.compile('plain', 'plain.c')
    for i in '1', '2', '3':
        zoo.keep(f'run{i}', 'plain', 'work', INSTR_METRICS='os')
    zoo.report('merge', '-o', 'merged-runs.instr', 'run1.instr', 'run2.instr', 'run3.instr')
    zoo.take('merged-runs')
    zoo.run(['./plain', 'fork', '3'], INSTR_OUTPUT=os.path.join(zoo.folder, 'forked.%p.instr'))
    children = sorted(file for file in os.listdir(zoo.folder) if file.startswith('forked.'))
    zoo.report('merge', '-o', 'forked.instr', *children)
    zoo.take('forked')
    zoo.profiles['forked-one'] = children[0]
    zoo.profiles['forked-child'] = children[-1]


def make_threads(zoo):
    zoo.compile('threads', 'threads.c')
    zoo.keep('threads', 'threads', '4', '60')
    zoo.print('log-threads', 'threads', '4', '60')
    zoo.keep('threads-8', 'threads', '8', '100')
    if zoo.short:
        return
    zoo.keep('threads-exact', 'threads', '5', '60', INSTR_TIMING='exact')
    zoo.keep('threads-metrics', 'threads', '4', '60', INSTR_METRICS='os')
    zoo.keep('threads-few', 'threads', '300', '1')
    zoo.keep('threads-traced', 'threads', '4', '20', INSTR_TRACE='output=' + os.path.join(zoo.folder, 't.trace'))
    zoo.report('merge', '-o', 'merged-threads.instr', 'threads.instr', 'threads-8.instr')
    zoo.take('merged-threads')
    zoo.run(['gcc', '-O1', '-o', 'spinner', os.path.join(PROGRAMS, 'spinner.c')])
    spinners = [subprocess.Popen([os.path.join(zoo.folder, 'spinner'), '20']) for _ in range(2)]
    try:
        zoo.keep('overloaded', 'threads', '8', '100')
        zoo.keep('overloaded-exact', 'threads', '8', '60', INSTR_TIMING='exact')
    finally:
        for one in spinners:
            one.kill()
            one.wait()


def make_labels(zoo):
    library = os.path.join(zoo.build, 'lib')
    zoo.run(['gcc', '-O1', '-pthread', '-I', os.path.join(ROOT, 'include'), '-o', 'labels', os.path.join(PROGRAMS, 'labels.c'),
             '-L', library, f'-Wl,-rpath,{library}', '-Wl,--no-as-needed', '-linstr'])
    zoo.keep('labels', 'labels')
    zoo.compile('labelled', 'labels.c')
    zoo.keep('labels-and-functions', 'labelled')


def make_team(zoo):
    zoo.compile('team', 'team.c', '-fopenmp')
    zoo.keep('openmp', 'team')
    if not zoo.short:
        zoo.keep('openmp-exact', 'team', INSTR_TIMING='exact', OMP_NUM_THREADS='4')


def make_others(zoo):
    """Programs of other tests."""
    run = os.path.join(ROOT, 'tests', 'run')
    zoo.compile('coroutines', os.path.join(run, 'coroutines.c'))
    for timing in 'adaptive', 'exact':
        zoo.keep(f'coroutines-{timing}', 'coroutines', INSTR_TIMING=timing)
    zoo.compile('explode', os.path.join(run, 'explode.c'))
    zoo.keep('pruned', 'explode', '1500', INSTR_MEMORY='1', INSTR_TIMING='exact')
    zoo.keep('pruned-threads', 'explode', '2000', 'threads', INSTR_MEMORY='1')


def make_ranks(zoo):
    for flavour, (compiler, launcher) in MPI.items():
        if not shutil.which(compiler) or not shutil.which(launcher):
            zoo.left_out.append(f'{flavour}: not on this machine')
            continue
        program = f'ranks-{flavour}'
        zoo.compile(program, 'ranks.c', compiler=compiler)
        counts = (4,) if zoo.short else (1, 4, 16)
        for count in counts:
            zoo.keep(f'{program}-{count}', program, launcher=[launcher, '-n', str(count)])
        zoo.keep(f'{program}-4-exact', program, 'threads', launcher=[launcher, '-n', '4'], INSTR_TIMING='exact')
        zoo.print(f'log-{flavour}', program, 'threads', launcher=[launcher, '-n', '4'])
        zoo.run([launcher, '-n', '4', f'./{program}'], INSTR_JOB='each', INSTR_OUTPUT=os.path.join(zoo.folder, f'{flavour}-own.%r.instr'))
        owns = [f'{flavour}-own.{i}.instr' for i in range(4)]
        zoo.profiles[f'{program}-own-2'] = owns[2]
        if zoo.short:
            break
        zoo.keep(f'{program}-16-threads', program, 'threads', launcher=[launcher, '-n', '16'])
        zoo.keep(f'{program}-metrics', program, launcher=[launcher, '-n', '4'], INSTR_METRICS='os')
        zoo.keep(f'{program}-barrier', program, launcher=[launcher, '-n', '4'], INSTR_MPI_BARRIER='1')
        zoo.keep(f'{program}-no-rows', program, launcher=[launcher, '-n', '4'], INSTR_RANKS='0')
        zoo.compile(f'{program}-outside', 'ranks.c', '-DOUTSIDE', compiler=compiler)
        zoo.keep(f'{program}-no-main', f'{program}-outside', launcher=[launcher, '-n', '4'])
        zoo.report('merge', '-o', f'{program}-merged.instr', *owns)
        zoo.take(f'{program}-merged')


def make_odd(zoo):
    maker, sample = (os.path.join(zoo.build, 'tests', 'report', name) for name in ('make-odd', 'make-sample'))
    for name, *words in (('marks',), ('hostile',), ('beside',), ('deep-made', 'deep', '30'), ('pair', 'pair', '900', '300', '4'),
                         ('pair-slower', 'pair', '900', '700', '4'), ('pair-gone', 'pair', '900', '0', '4'),
                         ('wide', 'wide', '300', '5'), ('run-made', 'run', 'app', '7', '0', '2')):
        zoo.run([maker, *(words or [name]), f'{name}.instr'])
        zoo.take(name)
    zoo.run([sample, '.'])
    for name in ('merged', 'waits', 'unseen') if zoo.short else ('merged', 'waits', 'unseen', 'rank0', 'rank1', 'rank2'):
        zoo.take(name)


MAKERS = [make_odd, make_plain, make_killed, make_merged, make_threads, make_labels, make_team, make_others, make_ranks]
SIBLINGS = {'plain-adaptive': 'plain-exact', 'run1': 'run2', 'threads': 'threads-8', 'pair': 'pair-slower', 'marks': 'marks',
            'rank0': 'rank2', 'ranks-openmpi-4': 'ranks-openmpi-16', 'ranks-mpich-4': 'ranks-mpich-1', 'overloaded': 'threads-8',
            'pair-slower': 'pair-gone', 'no-main': 'plain-adaptive', 'filtered': 'plain-adaptive'}


def make(build, folder, short):
    zoo = Zoo(build, folder, short)
    for maker in MAKERS:
        maker(zoo)
    return zoo
