import { type CliCommand, exit, UsageError } from '../command.ts';

export const unpair: CliCommand = {
  name: 'unpair',
  takes: '<name>',
  about: 'Forget a phone that was paired over Wi-Fi.',
  quiet: true,
  settings: ['logLevel', 'config'],
  async run({ words: [name], folder, print }) {
    const { PairedPhones } = await import('@handeye/adb/wireless/paired-phones');
    const phones = new PairedPhones(folder);
    const names = phones.all().map((phone) => phone.name);
    const paired = names.length === 0 ? 'No phone is paired.' : `Paired are: ${names.join(', ')}.`;
    if (name === undefined) throw new UsageError(`handeye unpair takes the name of a phone. ${paired}`);
    const forgotten = await phones.forget(name);
    if (!forgotten) throw new UsageError(`No phone named ${name} is paired. ${paired}`);
    print(
      `${forgotten.name} is forgotten here. The phone itself still accepts this computer until you remove it there: Developer ` +
        'options > Wireless debugging > this computer > Forget.',
    );
    return exit.fine;
  },
};
