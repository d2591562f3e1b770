"""check.py - counts what was looked at, and keeps what does not hold, by rule and profile."""
import collections


class Check:
    def __init__(self):
        self.looked = collections.Counter() # by rule
        self.faults = collections.defaultdict(list) # by rule: (profile, what)

    def hold(self, rule, profile, right, *words):
        """A property: whether it holds, and what to say where it does not."""
        self.looked[rule] += 1
        if not right:
            self.faults[rule].append((profile, ' '.join(map(str, words))))
        return right

    def same(self, rule, profile, got, wanted, *words, near=1e-9):
        """Two figures: equal but for `near` of them, and a rounding of sums of picoseconds."""
        if got is None or wanted is None:
            return self.hold(rule, profile, got == wanted, *words, got, 'not', wanted)
        return self.hold(rule, profile, abs(got - wanted) <= near * max(abs(got), abs(wanted)) + 2e-11, *words, got, 'not', wanted)

    def add(self, other):
        self.looked.update(other.looked)
        for rule, faults in other.faults.items():
            self.faults[rule] += faults

    def print(self, few=3):
        """The first of each rule, one of a profile, and how many there are."""
        for rule, faults in sorted(self.faults.items()):
            profiles = list(dict.fromkeys(profile for profile, _ in faults))
            print(f'{rule}: {len(faults)} of {self.looked[rule]} do not hold, in {len(profiles)} profiles')
            for profile in profiles[:few]:
                print(f'    {profile}: {next(what for where, what in faults if where == profile)[:240]}')
        broken = sum(map(len, self.faults.values()))
        print(f'{sum(self.looked.values())} properties of {len(self.looked)} rules were checked, {broken} do not hold')
        return broken
