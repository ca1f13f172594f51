"""Games that exist for tests only, each as small as its purpose allows."""
