/** A made-up person in the contacts. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly mail: string;
  readonly starred: boolean;
}

const firstNames = [
  'Ada',
  'Alan',
  'Barbara',
  'Claude',
  'Dorothy',
  'Edsger',
  'Frances',
  'Grace',
  'Hedy',
  'Ivan',
  'Joan',
  'Katherine',
  'Linus',
  'Margaret',
  'Niklaus',
  'Olga',
  'Peter',
  'Radia',
  'Sophie',
  'Tim',
  'Ursula',
  'Vint',
  'Wanda',
  'Xavier',
  'Yukihiro',
];

const lastNames = [
  'Lovelace',
  'Turing',
  'Liskov',
  'Shannon',
  'Vaughan',
  'Dijkstra',
  'Allen',
  'Hopper',
  'Lamarr',
  'Sutherland',
  'Clarke',
  'Johnson',
  'Torvalds',
  'Hamilton',
  'Wirth',
  'Ladyzhenskaya',
  'Naur',
  'Perlman',
  'Wilson',
  'Berners-Lee',
];

/** People with different names, sorted; always the same ones. */
export function madeUpPeople(count: number): readonly Person[] {
  const people = Array.from({ length: count }, (_, id) => {
    const first = firstNames[id % firstNames.length] ?? '';
    const last =
      lastNames[(Math.floor(id / firstNames.length) + (id % firstNames.length)) % lastNames.length] ?? '';
    const mail = `${first}.${last}`.toLowerCase();
    return {
      id,
      name: `${first} ${last}`,
      phone: `+1 555-${String(1000 + id).slice(-4)}`,
      mail: `${mail}@example.com`,
      starred: false,
    };
  });
  return people.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}
