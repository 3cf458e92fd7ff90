import { defineStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { showPoints } from '../../stories/sample-points.server.ts';
import type { LiveloErrorData } from './livelo-error-page.tsx';

/** It is no step of any flow: it accompanies those that ask for the document. */
const about = (problem: LiveloErrorData['problem']) => (request: StoryRequest) =>
  request.visit.brand.flows.some(({ steps }) => steps.some(({ template }) => template === 'livelo-cpf'))
    ? showPoints<LiveloErrorData>(request, { problem, again: request.href('/livelo/cpf') })
    : null;

export const stories = defineStories<LiveloErrorData>({
  unavailable: about('unavailable'),
  locked: about('locked'),
  'session-over': about('session-over'),
  blocked: about('blocked'),
});
