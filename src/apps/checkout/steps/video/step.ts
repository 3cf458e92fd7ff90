import type { PageManifest } from '../../framework/page.ts';

/** A film about what is sold. It plays without any script of ours. */
export const manifest: PageManifest = {
  id: 'video',
  paths: ['/video'],
  words: ['video.', 'form.step'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
  showsVideo: true,
};
