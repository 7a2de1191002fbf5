// The service worker of the page. It shows notices, those of the page and those that the host pushes: it keeps no file and
// answers no request.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => {
  const { title, body, tag, uri } = event.data.json();
  const hash = uri === undefined ? '#/waiting' : `#/term/${encodeURIComponent(uri)}`;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { hash } }),
  );
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.hash));
});

/** Shows a place of the page in the window that was used last, or in a new one. */
async function goTo(hash) {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page === undefined) {
    await self.clients.openWindow(`/${hash}`);
    return;
  }
  page.postMessage({ hash });
  await page.focus();
}
