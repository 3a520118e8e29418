import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import { render } from 'preact';
import { connect } from './connection/connection.ts';
import { keepDeviceList } from './connection/device-list.ts';
import { listenToKeys } from './keys/keys.ts';
import { addPageKeys } from './shell/page-keys.ts';
import { applyTheme } from './shell/help.tsx';
import { Studio } from './shell/studio.tsx';

const root = document.getElementById('handeye-studio');
if (root) render(<Studio />, root);
listenToKeys();
addPageKeys();
applyTheme();
connect();
keepDeviceList();
