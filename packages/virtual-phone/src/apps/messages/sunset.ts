import type { View } from '../../framework/views/view.ts';

/** A picture in a message, without a description on purpose. */
export const sunset: View = {
  type: 'drawing',
  id: 'message_image',
  class: 'android.widget.ImageView',
  width: 220,
  height: 140,
  draw: ({ width, height }) =>
    `<rect width="${width}" height="${height}" rx="10" fill="#f6b26b"/>` +
    `<circle cx="${width * 0.5}" cy="${height * 0.62}" r="26" fill="#fff1c9"/>` +
    `<path d="M0 ${height * 0.62} H${width} V${height - 10} q0 10 -10 10 H10 q-10 0 -10 -10Z" fill="#3d6a8a"/>` +
    `<path d="M20 ${height * 0.74} h70 M120 ${height * 0.8} h60 M60 ${height * 0.9} h80" stroke="#8fb4cc" stroke-width="3"/>`,
};
