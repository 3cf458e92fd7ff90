import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { sampleDevices, showPoints } from '../../loyalty/sample-points.server.ts';
import type { LiveloSelectDeviceData } from './livelo-select-device-page.tsx';

const choosing =
  (devices = sampleDevices, chosen: string | null = null) =>
  (request: GalleryRequest) =>
    showPoints<LiveloSelectDeviceData>(request, { devices, chosen, otherCpf: request.href('/livelo/cpf') });

export const states = defineStepStates<LiveloSelectDeviceData>({
  usual: choosing(),
  chosen: choosing(sampleDevices, 'phone'),
  one: choosing(sampleDevices.slice(0, 1), 'phone'),
  error: async (request) => refusedWith(await choosing()(request), {}, { device: 'livelo-select-device.missing' }),
  failed: async (request) =>
    refusedWith(await choosing()(request), { device: 'mail' }, { form: 'livelo-select-device.too-soon' }),
  none: choosing([]),
});
