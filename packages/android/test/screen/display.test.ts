import assert from 'node:assert/strict';
import test from 'node:test';
import { parseAwake, parseDisplays, parseRotation } from '../../src/screen/display.ts';
import { recordedOutput } from '../recorded.ts';

test('size, density and rotation of the recorded phone, upright and turned', () => {
  const natural = { width: 480, height: 800 };
  assert.deepEqual(parseDisplays(recordedOutput('dumpsys-window-displays')), [
    { id: 0, size: natural, natural, density: 160, rotation: undefined },
  ]);
  assert.deepEqual(parseDisplays(recordedOutput('dumpsys-window-displays-landscape')), [
    { id: 0, size: { width: 800, height: 480 }, natural, density: 160, rotation: 1 },
  ]);
  assert.equal(parseRotation(recordedOutput('dumpsys-window-windows')), 0);
  assert.equal(parseRotation(recordedOutput('dumpsys-display')), 0);
  assert.equal(parseRotation(recordedOutput('dumpsys-input-orientation')), undefined);
});

test('an override of size and density wins over the panel’s own', () => {
  const output = `  Display: mDisplayId=0
    init=1440x3200 560dpi base=1080x2400 420dpi mMinSizeOfResizeableTaskDp=220 cur=2400x1080 app=2337x1080 rng=1080x996-2337x2268
    DisplayFrames w=2400 h=1080 r=3
  Display: mDisplayId=2 (organized)
    init=600x600 213dpi cur=600x600 app=600x600`;
  assert.deepEqual(parseDisplays(output), [
    {
      id: 0,
      size: { width: 2400, height: 1080 },
      natural: { width: 1080, height: 2400 },
      density: 420,
      rotation: 3,
    },
    {
      id: 2,
      size: { width: 600, height: 600 },
      natural: { width: 600, height: 600 },
      density: 213,
      rotation: undefined,
    },
  ]);
  const recorded = '    init=480x800 160dpi base=400x600 160dpi cur=400x600 app=400x552 rng=400x375-558x527';
  assert.deepEqual(parseDisplays(`  Display: mDisplayId=0\n${recorded}`)[0]?.size, {
    width: 400,
    height: 600,
  });
  assert.deepEqual(parseDisplays(''), []);
});

test('the rotation is found wherever a version says it', () => {
  const said: [string, number | undefined][] = [
    ['    mDisplayRotation=ROTATION_90 mLastOrientation=1', 1],
    ['  DisplayFrames w=1080 h=2400 r=2', 2],
    ['    mCurrentRotation=ROTATION_270', 3],
    ['  mRotation=1 mAltOrientation=false', 1],
    ['  mRotation=ROTATION_180', 2],
    ['      SurfaceOrientation: 3', 3],
    [
      '  Viewport INTERNAL: displayId=0, uniqueId=local:1, port=0, orientation=1, logicalFrame=[0, 0, 2400, 1080], isActive=[1]',
      1,
    ],
    [
      'Viewport INTERNAL: displayId=0, orientation=3, isActive=[0]\nViewport INTERNAL: displayId=0, orientation=2, isActive=[1]',
      2,
    ],
    ['Viewport EXTERNAL: displayId=2, orientation=1, isActive=[1]', undefined],
    [
      '  mViewports=[DisplayViewport{type=INTERNAL, valid=true, displayId=0, orientation=1, logicalFrame=Rect(0, 0 - 9, 9)}]',
      1,
    ],
    ['    mCurrentOrientation=2', 2],
    ['mRotation=ROTATION_45', undefined],
    ['', undefined],
  ];
  for (const [output, expected] of said) assert.equal(parseRotation(output), expected, output);
});

test('a phone says whether it is awake', () => {
  assert.equal(parseAwake(recordedOutput('dumpsys-power')), true);
  assert.equal(parseAwake('  mWakefulness=Asleep\nDisplay Power: state=ON'), false);
  assert.equal(parseAwake('  mWakefulness=Dozing'), false);
  assert.equal(parseAwake('Display Power: state=OFF'), false);
  assert.equal(parseAwake("Can't find service: power"), undefined);
});
