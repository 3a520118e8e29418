import type { Framework } from '../../framework/system/framework.ts';
import type { RunningAndroid } from '../running-android.ts';

interface NetworkAgent {
  readonly id: number;
  readonly kind: 'WIFI' | 'MOBILE';
  readonly extra: string;
}

const WIFI: NetworkAgent = { id: 100, kind: 'WIFI', extra: '"Lighthouse"' };
const MOBILE: NetworkAgent = { id: 101, kind: 'MOBILE', extra: 'internet' };

/** `dumpsys connectivity`: the networks that are connected; the default one is named first. */
export function dumpConnectivity({ framework }: RunningAndroid): string {
  const { radios } = framework;
  const agents = [...(radios.wifi ? [WIFI] : []), ...(radios.data ? [MOBILE] : [])].slice(0, 1);
  return `NetworkProviders for:

Active default network: ${agents[0]?.id ?? 'none'}

Current Networks:
${agents.map((agent) => `  ${agentText(framework, agent)}\n`).join('')}
Restrict background: false
`;
}

/** Android 12 writes the network first and its state in short; before, the state comes first and at length. */
function agentText({ shape: { release } }: Framework, { id, kind, extra }: NetworkAgent): string {
  const handle = `${id}${'0'.repeat(9)}`;
  const type = kind === 'WIFI' ? 'WIFI' : 'CELLULAR';
  const trusted =
    release === 5
      ? 'INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN'
      : 'INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN&VALIDATED';
  const capabilities = `[ Transports: ${type} Capabilities: ${trusted} LinkUpBandwidth>=1048576Kbps]`;
  if (release >= 12)
    return `NetworkAgentInfo{network{${id}}  handle{${handle}}  ni{${kind} CONNECTED extra: ${release >= 13 ? '' : extra}}  created=0 Score(60 ; KeepConnected : 0 ; Policies : IS_VALIDATED)   lp{{InterfaceName: wlan0}}  nc{${capabilities}}}`;
  const state = `[type: ${kind}[${kind === 'WIFI' ? '' : 'LTE'}], state: CONNECTED/CONNECTED, reason: (unspecified), extra: ${extra}, ${release === 5 ? 'roaming: false, failover: false, isAvailable: true, isConnectedToProvisioningNetwork: false' : 'failover: false, available: true, roaming: false'}]`;
  return `NetworkAgentInfo{ ni{${state}}  network{${id}}  ${release === 5 ? '' : `nethandle{${handle}}  `}lp{{InterfaceName: wlan0}}  nc{${capabilities}}  Score{60}  everValidated{true}  lastValidated{true}  created{true} }`;
}
