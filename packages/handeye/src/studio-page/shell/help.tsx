import { hello } from '../connection/state.ts';
import { allKeys, keyGroups } from '../keys/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import './help.css';
import { ThemeChoice } from './theme-choice.tsx';
import { helpIsOpen } from './views.ts';

/** All keys, those of views that are not shown too, and where agents connect. */
export function Help() {
  const { version = '', mcp } = hello.value ?? {};
  return (
    <Dialog title="Help and keys" onClose={() => (helpIsOpen.value = false)}>
      <div class="help-groups">
        {keyGroups.map((group) => {
          const own = allKeys.filter((key) => key.group === group);
          return (
            <section key={group}>
              <h3>{group}</h3>
              <dl class="help-keys">
                {own.map(({ key, about }) => (
                  <div key={key + about}>
                    <dt>
                      <kbd>{key === ' ' ? 'Space' : key}</kbd>
                    </dt>
                    <dd>{about}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      <ThemeChoice />
      <p class="help-foot">
        Handeye {version}.{' '}
        {mcp !== undefined && (
          <>
            Agents connect to <code>{mcp}</code>.
          </>
        )}
      </p>
    </Dialog>
  );
}
