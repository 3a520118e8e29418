/** A virtual phone as a process of its own, so that its computing does not slow down the measured programs. */
import { startPhone } from '@handeye/virtual-phone';

const counts = { requests: 0, commands: 0 };
const phone = await startPhone({
  onCommand: () => (counts.commands += 1),
  onCompanionRequest: () => (counts.requests += 1),
});
process.send?.(phone.serial);
// Answers each request with the counts so far: requests to the companion, and commands of the phone's shells.
process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit());
