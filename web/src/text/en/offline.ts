/** Installing the page, playing without a network, and new versions. */
export const offline = {
  update: {
    ready: 'A new version of the kitchen is ready. Your progress stays.',
    take: 'Load it',
    later: 'Later',
  },
  heading: 'Without a network',
  kept: 'The whole kitchen is kept on this device: it opens without a network, too.',
  not_kept:
    'Not kept on this device yet. Stay online for a moment, or see whether this browser lets pages keep anything.',
  install: 'Install as an app',
  install_how: 'To install it, look in your browser’s menu for “Install” or “Add to Home Screen”.',
};
