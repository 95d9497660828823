/** What the player chooses for this page, beside the kitchen's levers. */
export const settings = {
  motion: 'Motion',
  motions: { system: 'As the system', reduced: 'Less' },
  sound: 'Sounds',
  sound_failed: 'The sounds could not be loaded. Switch them on again once you are online.',
};
