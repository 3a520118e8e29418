import { writeAnswers } from './answers.ts';
import { RecordingClient } from './client.ts';
import { everyTool } from './sequence.ts';
import { serve, type Tier } from './served.ts';

/** Writes answers/: run by record.ts in a checkout of the commit whose answers are the measure. */
async function record(tier: Tier): Promise<void> {
  const served = await serve(tier);
  try {
    const client = new RecordingClient(served);
    await everyTool(client);
    await writeAnswers(tier, client.answers);
    console.log(`${client.answers.length} answers of the tier ${tier}`);
  } finally {
    await served.close();
  }
}

await Promise.all([record('plain'), record('companion')]);
