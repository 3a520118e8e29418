/** A virtual phone as a process of its own, so that its computing does not slow down the measured programs. */
import { freePort } from '@handeye/testing/ports';
import { startPhone } from '@handeye/virtual-phone';

const counts = { requests: 0, commands: 0 };
const phone = await startPhone({
  wireless: { mdnsPort: await freePort() }, // not mDNS's own: other programs of this computer shall not see it
  onCommand: () => (counts.commands += 1),
  onCompanionRequest: () => (counts.requests += 1),
});
process.send?.(phone.serial);
// Answers each request with the counts so far: requests to the companion, and commands of the phone's shells.
// 'pair' opens the dialog "Pair device with pairing code"; the answer is what it shows, and the port for paired computers.
process.on('message', (request) => {
  if (request !== 'pair') process.send?.(counts);
  else
    void phone.wireless
      ?.pairWithCode()
      .then((shown) => process.send?.({ ...shown, paired: phone.wireless?.port }));
});
process.on('disconnect', () => process.exit());
