// The command line as a process of its own, with the services of the tests.
import { main } from '../../src/cli/main.ts';
import { fakeServices } from './fake-services.ts';
import { ownProcess } from './own-process.ts';

const services = fakeServices();
process.exitCode = await main(process.argv.slice(2), ownProcess(), services);
console.log(services.events.join(' '));
