/** Secrets of every site that a test opens. */
export const benchSecrets = {
  TOKEN_SECRET: 'k1:test-secret-of-at-least-32-characters',
  PASSWORD_PEPPER: 'test-pepper-of-at-least-32-characters!',
  HEALTH_KEY: `h1:${Buffer.alloc(32, 7).toString('base64')}`,
  VAPID_KEYS:
    'v2:BO0KyjPeDcxWOxYAPqmznJk8-AO3BeV2abL7nwXkmXLLRhTN24a6taYd1LIqjUkbUebAFVnkrqh3EHv0FPnezZg:RQ0B40kqx97zcOUqaQRAcxQkRaV5seucX3RAc8Nt9ZU,v1:BGVpSI7FZ4vdZFhFwU7Ee9oinvq6AcdjcM2SbqhtBYmvCWmIHlKfRjeRNt4-XaPUkON7bBGEPCms-zeIPXZ0fdI:xsoT0lNlmR_wHKxlDnWFvPROIlMrv-Uv8BBiKq-VDaM',
  ORGANISER_CLIENTS:
    'bench:bench-secret-of-32-characters-x:*:https://bench.example/back,canoe-app::lakeside:https://canoe.example/back|com.example.canoe:/back',
}
