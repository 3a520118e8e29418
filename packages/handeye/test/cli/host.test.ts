import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenHostOptions } from '../../src/cli/services.ts';
import { fakeServices } from './fake-services.ts';
import { run } from './run.ts';

const farm = ['--farm', 'nats://127.0.0.1:4222'];

test('host lends by its name, with its labels, until it is stopped', async (t) => {
  const services = fakeServices();
  const asked: OpenHostOptions[] = [];
  const openHost: typeof services.openHost = (config, options) => {
    asked.push(options);
    return services.openHost(config, options);
  };
  const argv = ['host', ...farm, '--name', 'Rack-2', '--label', 'rack=2,owner=qa', '--virtual-phones', '3'];
  const shell = { services: { ...services, openHost }, stopped: AbortSignal.abort() };
  const { code, out } = await run(t, argv, shell);
  assert.equal(code, 0);
  assert.match(out, /^Handeye 1\.2\.3 is host rack-2 of the farm at nats:\/\/127\.0\.0\.1:4222\.$/m);
  assert.match(out, /^Lends: rack-2\.virtual-1$/m);
  assert.deepEqual(services.events, ['stopped host rack-2']);
  const [{ name, labels, virtualPhones } = assert.fail()] = asked;
  assert.deepEqual([name, labels, virtualPhones], ['rack-2', { rack: '2', owner: 'qa' }, 3]);
});

test('host that loses its name to another one stops, and says so', async (t) => {
  const services = fakeServices();
  const openHost: typeof services.openHost = async (config, options) => ({
    ...(await services.openHost(config, options)),
    lost: Promise.resolve("Another host named 'rack-2' has started in this farm."),
  });
  const { code, err } = await run(t, ['host', ...farm, '--name', 'rack-2'], {
    services: { ...services, openHost },
  });
  assert.equal(code, 1);
  assert.match(err, /Another host named 'rack-2' has started in this farm\. This one stops\./);
  assert.deepEqual(services.events, ['stopped host rack-2']);
});

test('host reports wrong flags', async (t) => {
  const cases: readonly (readonly [argv: readonly string[], err: RegExp])[] = [
    [[], /^--farm: needs the address of a NATS server/],
    [[...farm, '--name', 'rack.2'], /^--name: must be letters, digits and hyphens/],
    [[...farm, '--name', '-rack'], /^--name: must begin and end with a letter or a digit/],
    [[...farm, '--label', 'rack'], /^--label: must be a name and a value such as rack=2/],
    [[...farm, '--virtual-phones', '101'], /^--virtual-phones: must be between 0 and 100/],
    [[...farm, '--tool-prefix', 'x_'], /^--tool-prefix: unknown option/],
  ];
  for (const [argv, expected] of cases) {
    const { code, err } = await run(t, ['host', ...argv]);
    assert.equal(code, 2, argv.join(' '));
    assert.match(err, expected);
  }
});

test('host without a phone reports what it waits for, and its help names each option once', async (t) => {
  const services = fakeServices();
  const openHost: typeof services.openHost = async (config, options) => ({
    ...(await services.openHost(config, options)),
    devices: () => [],
  });
  const shell = { services: { ...services, openHost }, stopped: AbortSignal.abort() };
  const { out } = await run(t, ['host', ...farm, '--name', 'rack-2'], shell);
  assert.match(out, /^Lends: none attached now; it lends each phone that is plugged in; --virtual-phones N/m);
  const { out: help } = await run(t, ['host', '--help']);
  const flags = help.match(/^  --[\w-]+/gm) ?? [];
  assert.deepEqual(flags, [...new Set(flags)]);
  assert.match(help, /Device to lend:/);
  assert.doesNotMatch(help, /or the virtual phone if none is attached/);
});
