/** Secrets of every site that a test opens. */
export const benchSecrets = {
  TOKEN_SECRET: 'k1:test-secret-of-at-least-32-characters',
  PASSWORD_PEPPER: 'test-pepper-of-at-least-32-characters!',
  HEALTH_KEY: `h1:${Buffer.alloc(32, 7).toString('base64')}`,
  ORGANISER_CLIENTS:
    'bench:bench-secret-of-32-characters-x:*:https://bench.example/back,canoe-app::lakeside:https://canoe.example/back|com.example.canoe:/back',
}
