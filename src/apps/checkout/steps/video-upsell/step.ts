import type { PageManifest } from '../../framework/page.ts';

/** A film about what is offered after the purchase, with the offer's two answers. No script of ours. */
export const manifest: PageManifest = {
  id: 'video-upsell',
  paths: ['/video/upsell'],
  words: ['video-upsell.', 'video.', 'upsell.', 'form.step'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  showsVideo: true,
};
