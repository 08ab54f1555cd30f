"""Drawing, rendering, training, measuring: how the nets and films are made; not on the device."""
