import type { PhonePairing } from '@handeye/studio/pairing';
import type { Paired, PairingPlace } from './pairing.ts';

/** Pairs phones for Studio. Its parts are loaded when a user adds a phone. */
export function pagePairing(place: Omit<PairingPlace, 'stopped'>): PhonePairing {
  return {
    async invite(over) {
      const [{ invitation }, { qrModules }, { pairByQr }] = await Promise.all([
        import('@handeye/adb/wireless/invitation'),
        import('./qr-text.ts'),
        import('./pairing.ts'),
      ]);
      const own = invitation();
      const paired = pairByQr(own, { ...place, stopped: over }).then(factOf);
      return { modules: qrModules(own.text), paired };
    },
    async byCode(code, address) {
      const { pairByCode } = await import('./pairing.ts');
      return factOf(await pairByCode({ code, address }, { ...place, stopped: new AbortController().signal }));
    },
  };
}

function factOf({ phone, problem }: Paired): { name: string; problem: string | undefined } {
  return { name: phone.name, problem };
}
