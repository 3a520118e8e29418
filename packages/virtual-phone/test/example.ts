import { activity, apps, button, defineApp, screen, startPhone, text } from '@handeye/virtual-phone';

const counter = defineApp({
  package: 'org.example.counter',
  label: 'Counter',
  icon: { glyph: '+', color: '#00639b' },
  main: '.Main',
  data: () => undefined,
  activities: {
    '.Main': activity({
      initial: () => ({ count: 0 }),
      render: ({ count }, self) => {
        const add = () => {
          self.setState({ count: count + 1 });
        };
        return screen('Counter', [text(`Counted to ${count}`), button('Add one', add)]);
      },
    }),
  },
});

const phone = await startPhone({ release: 12, apps: [...apps, counter] });
phone.framework.start({ component: 'org.example.counter/.Main' });
phone.faults.apply({ kind: 'slow', delayMs: 50 });
console.log(`adb connect ${phone.serial}`);
console.log(phone.framework.resumedActivity()?.package);
await phone.close();
