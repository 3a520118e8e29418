/** A virtual phone as a process of its own: what it computes slows down nobody that is measured. */
import { startPhone } from '@handeye/virtual-phone';

const phone = await startPhone();
process.send?.(phone.serial);
process.on('disconnect', () => process.exit());
