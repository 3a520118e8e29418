import './add-phone.css';
import { useEffect, useId, useState } from 'preact/hooks';
import type { PairedPhoneFact, PairingCode } from '../../wire/devices.ts';
import { request } from '../connection/connection.ts';
import { Dialog } from '../parts/dialog.tsx';

const WHERE = 'Settings > Developer options > Wireless debugging';

/** Adds a phone over Wi-Fi: it scans a code, or its six digits are typed. */
export function AddPhone({ onClose }: { readonly onClose: () => void }) {
  const [paired, setPaired] = useState<PairedPhoneFact | undefined>(undefined);
  return (
    <Dialog title="Add a phone" onClose={onClose}>
      {paired ? (
        <p role="status">
          Paired with {paired.name}. {paired.problem ?? 'It is in the list of devices now.'}
        </p>
      ) : (
        <div class="add-phone">
          <Scan onPaired={setPaired} />
          <Digits onPaired={setPaired} />
        </div>
      )}
    </Dialog>
  );
}

interface Way {
  readonly onPaired: (paired: PairedPhoneFact) => void;
}

function Scan({ onPaired }: Way) {
  const [code, setCode] = useState<PairingCode | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    const over = new AbortController();
    const isOpen = () => !over.signal.aborted;
    const invite = async () => {
      const shown = await request('invitePhone', undefined);
      if (!isOpen()) return;
      setCode(shown);
      const phone = await request('phoneScanned', undefined);
      if (isOpen()) onPaired(phone);
    };
    invite().catch((error: unknown) => {
      if (isOpen()) setProblem(messageOf(error));
    });
    return () => {
      over.abort();
    };
  }, []);
  return (
    <section aria-label="By QR code">
      <p>
        On the phone (Android 11 or later), open <strong>{WHERE} &gt; Pair device with QR code</strong>, and
        point its camera here. Phone and computer have to be in the same Wi-Fi.
      </p>
      {problem !== undefined && (
        <p class="device-advice" role="alert">
          {problem}
        </p>
      )}
      {code && problem === undefined && (
        <svg
          class="pairing-code"
          viewBox={`0 0 ${code.size} ${code.size}`}
          shape-rendering="crispEdges"
          role="img"
          aria-label="QR code for the phone's camera. Without a camera, use the six digits."
        >
          <rect width={code.size} height={code.size} fill="#fff" />
          <path d={code.path} fill="#000" />
        </svg>
      )}
    </section>
  );
}

function Digits({ onPaired }: Way) {
  const name = useId();
  const [code, setCode] = useState('');
  const [address, setAddress] = useState('');
  const [isUnderWay, setUnderWay] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const pair = async () => {
    setUnderWay(true);
    setProblem(undefined);
    try {
      onPaired(await request('pairPhone', { code, ...(address.trim() !== '' && { address }) }));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setUnderWay(false);
    }
  };
  return (
    <form
      aria-label="By six digits"
      onSubmit={(event) => {
        event.preventDefault();
        void pair();
      }}
    >
      <p>
        Or tap <strong>Pair device with pairing code</strong> there, and type what it shows:
      </p>
      <label for={`${name}-code`}>Code</label>
      <input
        id={`${name}-code`}
        class="input"
        inputMode="numeric"
        autocomplete="off"
        required
        value={code}
        onInput={({ currentTarget }) => {
          setCode(currentTarget.value);
        }}
      />
      <label for={`${name}-address`}>IP address &amp; port, if the phone is not found</label>
      <input
        id={`${name}-address`}
        class="input"
        autocomplete="off"
        placeholder="192.168.1.5:37123"
        value={address}
        onInput={({ currentTarget }) => {
          setAddress(currentTarget.value);
        }}
      />
      <button type="submit" class="button" disabled={isUnderWay}>
        {isUnderWay ? 'Pairing…' : 'Pair'}
      </button>
      {problem !== undefined && (
        <p class="device-advice" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
