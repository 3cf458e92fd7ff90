import { defineStepStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { sampleDevices, showPoints } from '../../stories/sample-points.server.ts';
import type { LiveloSelectDeviceData } from './livelo-select-device-page.tsx';

const choosing =
  (devices = sampleDevices, chosen: string | null = null) =>
  (request: StoryRequest) =>
    showPoints<LiveloSelectDeviceData>(request, { devices, chosen, otherCpf: request.href('/livelo/cpf') });

export const stories = defineStepStories<LiveloSelectDeviceData>({
  usual: choosing(),
  chosen: choosing(sampleDevices, 'phone'),
  one: choosing(sampleDevices.slice(0, 1), 'phone'),
  error: async (request) => refusedWith(await choosing()(request), {}, { device: 'livelo-select-device.missing' }),
  failed: async (request) =>
    refusedWith(await choosing()(request), { device: 'mail' }, { form: 'livelo-select-device.too-soon' }),
  none: choosing([]),
});
