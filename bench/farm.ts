/**
 * npm run bench:farm: what a farm costs. The same calls on a local server and on a leased device, in turns; then 10,000 simulated
 * devices on one NATS (npm run bench:farm -- 1000 for another number): to announce, list and lease them, and what NATS, a server
 * and the hosts use while all of them beat.
 */
import { table } from './android/goals.ts';
import { callsOnAFarm } from './farm/calls.ts';
import { manyDevices } from './farm/many-devices.ts';

const DEVICES = Number(process.argv[2] ?? 10_000);
console.log(`${table(await callsOnAFarm())}\n`);
console.log(table(await manyDevices(DEVICES)));
process.exit(0);
