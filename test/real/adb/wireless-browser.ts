import { WirelessServices } from '@handeye/adb/wireless/mdns';

/** Prints each service that Handeye hears, a line of JSON each, until it is ended. A program: it runs in a network of its own. */
const services = new WirelessServices();
services.follow((service) => {
  process.stdout.write(`${JSON.stringify(service)}\n`);
});
process.on('SIGTERM', () => {
  services.close();
});
