/** A virtual phone as a process of its own: what it computes slows down nobody that is measured. */
import { startPhone } from '../../src/phone/phone.ts';

const phone = await startPhone();
process.send?.(phone.serial);
process.on('disconnect', () => process.exit());
