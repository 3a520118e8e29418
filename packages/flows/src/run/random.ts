import { randomInt } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const people = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Katherine Johnson',
  'Edsger Dijkstra',
  'Barbara Liskov',
];
const cities = ['Berlin', 'Lagos', 'Lima', 'Osaka', 'Toronto', 'Wellington'];
const countries = ['Brazil', 'Canada', 'Ghana', 'Japan', 'Norway', 'Portugal'];
const colours = ['amber', 'blue', 'crimson', 'green', 'orange', 'violet'];

/** A text of Maestro's random kinds. */
export function randomText(kind: string, length = 8): string {
  const count = length <= 0 ? 8 : length;
  switch (kind) {
    case 'inputRandomNumber':
      return Array.from({ length: count }, (_, at) =>
        String(at === 0 ? randomInt(1, 10) : randomInt(10)),
      ).join('');
    case 'inputRandomEmail':
      return `${word(8)}@example.com`;
    case 'inputRandomPersonName':
      return oneOf(people);
    case 'inputRandomCityName':
      return oneOf(cities);
    case 'inputRandomCountryName':
      return oneOf(countries);
    case 'inputRandomColorName':
      return oneOf(colours);
    default:
      return word(count);
  }
}

function word(length: number): string {
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
}

function oneOf(list: readonly string[]): string {
  return list[randomInt(list.length)] ?? '';
}
