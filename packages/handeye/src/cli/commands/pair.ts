import { text } from '../../config/values.ts';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';
import { typedCommand } from '../endpoint.ts';
import type { Paired } from '../pairing/pairing.ts';

/** Milliseconds without a scan after which a hint says what to check. */
const HINT_AFTER = 30_000;

const WHERE = 'Settings > Developer options > Wireless debugging';

export const pair: CliCommand = {
  name: 'pair',
  takes: '[code]',
  about: 'Pair with an Android phone over Wi-Fi, from Android 11 on: no cable, no adb.',
  more: `Without a code it shows a QR code, which the phone scans: ${WHERE} > Pair device with QR code.
With the six digits that the phone shows under "Pair device with pairing code", nothing is scanned; --address says which phone, if
several show a code or none is found. On a phone, in Termux, it pairs with that phone itself.
Each code gets one try, because the phone counts them.`,
  quiet: true,
  settings: ['logLevel', 'config'],
  own: {
    address: {
      schema: text('must be the address and port that the phone shows: HOST:PORT', /\S/),
      takes: 'HOST:PORT',
      about:
        'The address that the phone shows beside the code. Without a code on the command line, the code is asked for.',
    },
  },
  async run(context) {
    const [code] = context.words;
    const address = typeof context.own.address === 'string' ? context.own.address : undefined;
    const paired = await pairedBy(code, address, context);
    report(paired, context);
    return paired.problem === undefined ? exit.fine : exit.failed;
  },
};

async function pairedBy(
  code: string | undefined,
  address: string | undefined,
  context: CommandContext,
): Promise<Paired> {
  const { folder, environment, print } = context;
  const { env, stopped, platform } = environment;
  const place = { folder, env, stopped, isSelf: platform === 'android' };
  const { pairByCode, pairByQr } = await import('../pairing/pairing.ts');
  if (code !== undefined) return pairByCode({ code, address }, place);
  mustBeTerminal(context);
  if (platform === 'android') {
    const { askedOnPhone } = await import('../pairing/on-this-phone.ts');
    return pairByCode({ code: await askedOnPhone(context), address }, place);
  }
  if (address !== undefined) {
    const { parseAddress } = await import('@handeye/adb/wireless/invitation');
    parseAddress(address); // before the person types the code
    const { typedLine } = await import('../pairing/typed-line.ts');
    return pairByCode(
      { code: await typedLine('The six digits that the phone shows: ', environment), address },
      place,
    );
  }
  const { invitation } = await import('@handeye/adb/wireless/invitation');
  const { qrText } = await import('../pairing/qr-text.ts');
  const own = invitation();
  // With the code, these lines fit into a terminal of 24 lines, and the hint later pushes only them out of it.
  print('On the phone open Developer options > Wireless debugging, tap');
  print('Pair device with QR code, and point its camera at this code.');
  print('Phone and computer have to be in the same Wi-Fi.\n');
  print(qrText(own.text));
  const { NOT_FOUND } = await import('../pairing/pairing.ts');
  const hint = setTimeout(() => {
    print(`\nStill waiting. ${NOT_FOUND} Or use the six digits: handeye pair CODE`);
  }, HINT_AFTER);
  return pairByQr(own, place).finally(() => {
    clearTimeout(hint);
  });
}

/** Scanning or typing a code takes a terminal. */
function mustBeTerminal({ environment: { stdin, stdout } }: CommandContext): void {
  if (stdin.isTTY === true && stdout.isTTY === true) return;
  throw new UsageError(
    'handeye pair needs a terminal for its QR code. These work without one, with the six digits that the phone shows: ' +
      'handeye pair CODE, and handeye pair CODE --address HOST:PORT.',
  );
}

function report({ phone, problem, again }: Paired, { environment, print }: CommandContext): void {
  const model = phone.model === undefined ? '' : ` (${phone.model})`;
  print(`\nPaired with ${phone.name}${model}${again ? ' once more: it was paired before' : ''}.`);
  const command = typedCommand(environment);
  if (problem !== undefined) print(problem);
  else if (environment.platform === 'android') print(`From now on, ${command} uses this phone.`);
  else
    print(
      `From now on, ${command} uses it, unless another phone is plugged in; --device ${phone.name} names it.`,
    );
}
