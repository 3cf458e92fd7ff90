import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import {
  expectNoScript,
  pressContinue,
  reachStep,
  reachStepPlainly,
} from '#tests/support/browser/presentation-steps.ts';

const link = '/?product=ms&flowId=video';

journey(
  'a film waits for the buyer, has captions, comes in parts, and plays',
  { allow: ['layout shift'] },
  async (buyer) => {
    const { page } = buyer;
    const parts: number[] = [];
    page.on('response', (response) => {
      if (/\.(mp4|webm)$/.test(new URL(response.url()).pathname)) parts.push(response.status());
    });
    await reachStep(buyer, link, '/video');
    const film = page.locator('video');
    await expect(film).toHaveAttribute('poster', /\/assets\//);
    expect(await film.evaluate((video: HTMLVideoElement) => [video.autoplay, video.paused, video.controls])).toEqual([
      false,
      true,
      true,
    ]);
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length)).toBe(4);
    expect(await film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode)).toBe('showing');
    expect(parts).toContain(206);
    await expectNoScript(page);
    expect(await axeInBothModes(page)).toEqual([]);
    await film.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
    await page.getByRole('link', { name: 'Voltar' }).click();
    await page.waitForURL('**/lead?**');
    await page.goBack();
    await pressContinue(page);
    await page.getByRole('link', { name: 'Voltar' }).click();
    await page.waitForURL('**/video?**');
  },
);

journey(
  'a film that does not load keeps its place: its text can be read, and the flow continues',
  deep,
  async (buyer) => {
    const { page } = buyer;
    await page.route(/\.(mp4|webm|vtt)$/, (route) => route.abort());
    await reachStep(buyer, link, '/video');
    const film = page.locator('video');
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.networkState)).toBe(3);
    const box = await film.boundingBox();
    expect(Math.round(((box?.width ?? 0) / (box?.height ?? 1)) * 9)).toBe(16);
    await page.getByText('Prefere ler? Veja o texto do vídeo').click();
    await expect(page.getByText('Sua carreira, um caso por vez.')).toBeVisible();
    await pressContinue(page);
  },
);

journey('the video page without JavaScript is the same', { ...deep, javaScriptEnabled: false }, async (buyer) => {
  const { page } = buyer;
  await reachStepPlainly(buyer, link, '/video');
  await page.getByText('Prefere ler? Veja o texto do vídeo').click();
  await expect(page.getByText('Sua carreira, um caso por vez.')).toBeVisible();
  await page.getByRole('link', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
});
