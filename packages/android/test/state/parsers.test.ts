import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  parseBattery,
  parseConfiguration,
  parseDisplay,
  parseNetwork,
  parseRinger,
  parseStorage,
  parseVolume,
} from '../../src/state/parsers.ts';
import { settingsIn } from '../../src/state/facts.ts';
import { isNetworkSerial } from '../../src/state/state.ts';

test('a battery tells its level, what it does and by what; a phone without one says so', () => {
  const battery = (status: number, more = '') =>
    `Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  Wireless powered: false\n${more}  status: ${status}\n  present: true\n  level: 40\n  scale: 80\n`;
  assert.equal(parseBattery(battery(2)), '50%, charging (USB)');
  assert.equal(parseBattery(battery(5, '  Dock powered: true\n')), '50%, full (USB, Dock)');
  assert.equal(parseBattery(battery(1)), '50% (USB)');
  assert.equal(parseBattery('  present: false\n  level: 0\n  scale: 100\n'), 'none');
  assert.equal(parseBattery("Can't find service: battery"), undefined);
});

test('the default network is found in the words of old and new releases', () => {
  const old =
    'NetworkAgentInfo{ ni{[type: WIFI[], state: CONNECTED/CONNECTED, extra: "x"]}  network{100}  lp{}  nc{}  everValidated{true}  lastValidated{true} }';
  const mobile =
    'NetworkAgentInfo{network{101}  handle{1}  ni{MOBILE[LTE] CONNECTED extra: }  nc{[ Transports: CELLULAR Capabilities: INTERNET&NOT_VPN]}}';
  assert.equal(parseNetwork(`Active default network: 100\n\n  ${old}\n  ${mobile}`), 'wifi, internet works');
  assert.equal(
    parseNetwork(`Active default network: 101\n  ${old}\n  ${mobile}`),
    'mobile, internet not confirmed',
  );
  assert.equal(parseNetwork('Active default network: none\n'), 'none');
  assert.equal(parseNetwork('Active default network: 7\n'), undefined);
  assert.equal(parseNetwork(''), undefined);
});

test('the media volume and the ringer are read from both forms of the dump', () => {
  const five =
    '- STREAM_MUSIC:\n   Mute count: 1\n   Max: 15\n   Current: 2 (speaker): 11, 40000000 (default): 8\n- STREAM_ALARM:\n   Max: 7\n- mode = VIBRATE\n';
  const later =
    '- STREAM_MUSIC:\n   Muted: false\n   Min: 0\n   Max: 25\n   streamVolume:8\n   Current: 2 (speaker): 3\n--\n- mode (internal) = SILENT\n- mode (external) = NORMAL\n';
  assert.deepEqual([parseVolume(five), parseRinger(five)], ['media 11 of 15, muted', 'vibrate']);
  assert.deepEqual([parseVolume(later), parseRinger(later)], ['media 8 of 25', 'normal']);
  assert.equal(parseVolume('- STREAM_ALARM:\n   Max: 7\n'), undefined);
});

test('free space is read from df of toolbox and of toybox', () => {
  assert.equal(
    parseStorage(
      'Filesystem               Size     Used     Free   Blksize\n/data                   12.0G     4.0G     8.0G   4096\n',
    ),
    '8.6 GB free of 12.9 GB',
  );
  assert.equal(
    parseStorage(
      'Filesystem       1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-5   50000000 10000000  40000000  20% /data\n',
    ),
    '41.0 GB free of 51.2 GB',
  );
  assert.equal(parseStorage('df: /data: Permission denied\n'), undefined);
});

test('the configuration tells font scale, languages, their direction and the night', () => {
  assert.deepEqual(
    parseConfiguration(
      '  mCurConfiguration={1.0 ?mcc?mnc en_US ?layoutDir sw480dp w480dp 160dpi port ?night -touch s.6}',
    ),
    { fontScale: 1, locales: ['en-US'], rightToLeft: false, night: false },
  );
  assert.deepEqual(
    parseConfiguration(
      'mGlobalConfiguration={1.15 310mcc260mnc [iw_IL,zh_CN_#Hans,fr] ldrtl sw411dp 420dpi port night finger}',
    ),
    { fontScale: 1.15, locales: ['he-IL', 'zh-Hans-CN', 'fr'], rightToLeft: true, night: true },
  );
  assert.equal(parseConfiguration('nothing'), undefined);
});

test('the display is the first one, as it is turned', () => {
  assert.deepEqual(
    parseDisplay(
      '    mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real 2400 x 1080, largest app 1 x 1, rotation 1, state ON, density 420 (1 x 1) dpi}\n    mOverrideDisplayInfo=DisplayInfo{real 10 x 10, rotation 0}',
    ),
    { width: 2400, height: 1080, density: 420, rotation: 1 },
  );
  assert.equal(parseDisplay('mOverrideDisplayInfo=null'), undefined);
});

test('a phone over the network is known by its serial', () => {
  for (const serial of [
    'tcp:10.0.0.7:5555',
    '192.168.1.4:5555',
    '[fe80::1]:5555',
    'adb-R5CT-abc123._adb-tls-connect._tcp',
    'adb-R5CT-abc._adb-tls-connect',
  ])
    assert.equal(isNetworkSerial(serial), true, serial);
  for (const serial of ['emulator-5554', 'R5CT30ABCDE', '0123456789ABCDEF'])
    assert.equal(isNetworkSerial(serial), false, serial);
});

test('mobile data is the switch of the SIM that carries it', () => {
  const mobileData = (...lines: string[]) => settingsIn(lines.join('\n')).get('mobile_data');
  assert.equal(mobileData('mobile_data=1', 'wifi_on=0'), '1');
  assert.equal(mobileData('mobile_data=1', 'mobile_data1=1', 'mobile_data3=0', 'multi_sim_data_call=3'), '0');
  assert.equal(mobileData('mobile_data=1', 'multi_sim_data_call=1'), '1');
  assert.equal(mobileData('mobile_data=null'), undefined);
});
