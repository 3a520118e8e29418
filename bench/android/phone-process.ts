/** A virtual phone as a process of its own: what it computes slows down nobody that is measured. */
import { startPhone } from '@handeye/virtual-phone';

const counts = { requests: 0, commands: 0 };
const phone = await startPhone({
  onCommand: () => (counts.commands += 1),
  onCompanionRequest: () => (counts.requests += 1),
});
process.send?.(phone.serial);
// Whoever asks gets what was counted so far: requests to the companion, and commands of the phone's shells.
process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit());
